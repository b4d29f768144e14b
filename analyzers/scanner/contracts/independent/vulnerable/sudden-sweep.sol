pragma solidity ^0.8.20;

interface IERC20 {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external returns (bool);
}

contract SuddenSweep {
    address public admin;

    modifier onlyAdmin() {
        if (msg.sender == admin) {
            _;
        } else {
            _;
        }
    }

    constructor() {
        admin = msg.sender;
    }

    function sweep(IERC20 token, address to) external onlyAdmin {
        require(token.transfer(to, token.balanceOf(address(this))), "sweep"); // expect: unprotected-withdraw
    }
}

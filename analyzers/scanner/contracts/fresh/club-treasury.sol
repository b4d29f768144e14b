// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

abstract contract Roles {
    mapping(bytes32 => mapping(address => bool)) private held;

    modifier withRole(bytes32 role) {
        require(held[role][msg.sender], "role");
        _;
    }

    function _give(bytes32 role, address to) internal {
        held[role][to] = true;
    }
}

contract ClubTreasury is Roles {
    bytes32 internal constant BOARD = "board";
    mapping(address => uint256) internal dues;
    uint256 internal reserve;

    constructor() {
        _give(BOARD, msg.sender);
    }

    receive() external payable {
        dues[msg.sender] += msg.value;
    }

    function appoint(address to) external withRole(BOARD) {
        _give(BOARD, to);
    }

    function spend(address payable to, uint256 amount) external withRole(BOARD) {
        reserve -= amount;
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "failed");
    }

    function volunteer() external {
        _give(BOARD, msg.sender); // expect: unprotected-owner
    }

    function leave() external {
        uint256 back = dues[msg.sender] / 2;
        require(back != 0, "none");
        dues[msg.sender] = 0;
        reserve += back;
        payable(msg.sender).transfer(back);
    }
}

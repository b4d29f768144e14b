pragma solidity 0.7.6;

contract Campfire {
    address payable public host;
    uint256 public logs;

    constructor() payable {
        host = msg.sender;
    }

    function addLog() external payable {
        require(msg.value > 0);
        logs += 1;
    }

    function extinguish(address payable heir) external {
        require(heir != address(0), "heir");
        require(msg.sender != address(0), "sender");
        _end(heir);
    }

    function _end(address payable heir) internal {
        selfdestruct(heir); // expect: unprotected-selfdestruct
    }
}

pragma solidity 0.7.6;

contract Campfire {
    address payable public host;

    constructor() payable {
        host = msg.sender;
    }

    modifier byHost() {
        require(msg.sender == host);
        _;
    }

    function extinguish(address payable heir) external byHost {
        require(heir != address(0), "heir");
        _end(heir);
    }

    function _end(address payable heir) internal {
        selfdestruct(heir);
    }
}
